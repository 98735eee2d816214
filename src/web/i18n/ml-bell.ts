/** Malayalam messages after a bell was pressed, loaded with the code that then runs. */
import type { enBell } from './en-bell.ts';

export const mlBell: typeof enBell = {
  on: (slot) => `എല്ലാ ദിവസവും ${slot} ഫലം ഈ ഉപകരണത്തിൽ അറിയിക്കും.`,
  blocked: 'ഈ സൈറ്റിൽ നിന്നുള്ള അറിയിപ്പുകൾ തടഞ്ഞിരിക്കുന്നു. ബ്രൗസറിന്റെ ക്രമീകരണങ്ങളിൽ അവ അനുവദിച്ച ശേഷം മണി വീണ്ടും അമർത്തുക.',
  unsupported: 'ഈ ബ്രൗസറിന് അറിയിപ്പുകൾ സ്വീകരിക്കാനാവില്ല. ദയവായി സൈറ്റ് മറ്റൊരു ബ്രൗസറിൽ തുറക്കുക.',
  'add to home screen':
    'ആദ്യം ഈ സൈറ്റ് ഹോം സ്ക്രീനിൽ ചേർക്കുക: Share, പിന്നെ “Add to Home Screen”. അവിടെ നിന്ന് തുറന്ന് മണി വീണ്ടും അമർത്തുക.',
};
