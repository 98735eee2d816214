/** Malayalam messages of the frame for other sites, and of the page with its code. */
import { PRODUCT_NAME_ML } from '../../core/branding.ts';
import type { EmbedMessages } from './en-embed.ts';

export const mlEmbed: EmbedMessages = {
  title: `${PRODUCT_NAME_ML}: ഏറ്റവും പുതിയ ഫലം`,
  description: `ഏറ്റവും പുതിയ ${PRODUCT_NAME_ML} ഫലവും അടുത്ത നറുക്കെടുപ്പും.`,
  newTab: 'പുതിയ ടാബിൽ തുറക്കും',
  asOf: (time) => `${time} വരെയുള്ളത്`,
  code: {
    title: 'ഫലങ്ങൾ നിങ്ങളുടെ വെബ്‌സൈറ്റിൽ',
    description: `ഏറ്റവും പുതിയ ${PRODUCT_NAME_ML} ഫലവും അടുത്ത നറുക്കെടുപ്പും നിങ്ങളുടെ വെബ്‌സൈറ്റിൽ കാണിക്കാം: ഒരു വരി HTML പകർത്തുക.`,
    intro: 'ഏറ്റവും പുതിയ ഫലവും അടുത്ത നറുക്കെടുപ്പും നിങ്ങളുടെ സ്വന്തം വെബ്‌സൈറ്റിൽ. പുതിയ ഫലം നിമിഷങ്ങൾക്കകം തനിയെ തെളിയും.',
    preview: 'മാതൃക',
    language: 'ഭാഷ',
    languages: { en: 'ഇംഗ്ലീഷ്', ml: 'മലയാളം' },
    size: 'വീതി',
    pixels: (width) => `${width} പിക്സൽ`,
    code: 'പകർത്താനുള്ള കോഡ്',
    hint: 'ഫലം കാണിക്കേണ്ട സ്ഥലത്ത് ഇത് ചേർക്കുക.',
    copy: 'പകർത്തുക',
    copied: 'പകർത്തി',
    conditions: 'വ്യവസ്ഥകൾ',
    terms:
      'എല്ലാ വെബ്‌സൈറ്റുകൾക്കും സൗജന്യമാണ്. പൂർണ്ണമായി കാണിക്കുക: ഇതിൽ ഒന്നും മാറ്റുകയോ മറയ്ക്കുകയോ മുറിക്കുകയോ ചെയ്യരുത്; നിങ്ങളുടെ സ്വന്തം ഫലമാണെന്ന് തോന്നിക്കുകയുമരുത്. ഇത് കുക്കികൾ വയ്ക്കുന്നില്ല; നിങ്ങളുടെ സന്ദർശകരെക്കുറിച്ച് ഒന്നും സൂക്ഷിക്കുന്നുമില്ല.',
  },
};
