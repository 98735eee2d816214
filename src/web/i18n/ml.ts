/** The Malayalam messages of the public site, with Latin digits and atomic chillus. */
import { PRODUCT_NAME_ML, STATE_NAME_ML } from '../../core/branding.ts';
import type { Messages } from './en.ts';
import { mlHome } from './ml-home.ts';

export const ml: Messages = {
  ...mlHome,
  productName: PRODUCT_NAME_ML,
  months: [
    'ജനുവരി',
    'ഫെബ്രുവരി',
    'മാർച്ച്',
    'ഏപ്രിൽ',
    'മേയ്',
    'ജൂൺ',
    'ജൂലൈ',
    'ഓഗസ്റ്റ്',
    'സെപ്റ്റംബർ',
    'ഒക്‌ടോബർ',
    'നവംബർ',
    'ഡിസംബർ',
  ],
  weekdays: ['ഞായറാഴ്‌ച', 'തിങ്കളാഴ്‌ച', 'ചൊവ്വാഴ്‌ച', 'ബുധനാഴ്‌ച', 'വ്യാഴാഴ്‌ച', 'വെള്ളിയാഴ്‌ച', 'ശനിയാഴ്‌ച'],
  longDate: (day, month, year) => `${year} ${month} ${day}`,
  nav: {
    label: 'പ്രധാന മെനു',
    home: 'ഹോം',
    charts: 'ചാർട്ടുകൾ',
    news: 'വാർത്തകൾ',
    help: 'സഹായം',
    contact: 'ബന്ധപ്പെടുക',
  },
  breadcrumbs: 'നിങ്ങൾ ഇവിടെ',
  header: {
    skip: 'ഉള്ളടക്കത്തിലേക്ക് പോകുക',
    openMenu: 'മെനു തുറക്കുക',
    closeMenu: 'മെനു അടയ്ക്കുക',
    menu: 'മെനു',
    sound: 'ശബ്ദം',
    darkMode: 'ഡാർക്ക് മോഡ്',
    loading: 'ലോഡ് ചെയ്യുന്നു…',
  },
  footer: {
    tagline: `${PRODUCT_NAME_ML} ലോട്ടറി ഫലങ്ങൾക്ക് നിങ്ങളുടെ വിശ്വസ്ത ഉറവിടം. വേഗത്തിൽ, കൃത്യമായി, എപ്പോഴും പുതുക്കിയത്.`,
    disclaimer: 'ഇവിടെ കാണിക്കുന്ന ഫലങ്ങൾ അറിവിനായി മാത്രമുള്ളതാണ്. ദയവായി ഔദ്യോഗിക ഉറവിടങ്ങളുമായി ഒത്തുനോക്കുക.',
    care: ['18+', 'അക്കങ്ങൾക്ക് ഓർമ്മയില്ല', 'സമ്മാനം കിട്ടാനായി ആർക്കും പണം നൽകരുത്'],
    pages: 'പേജുകൾ',
    results: 'ഫലങ്ങൾ',
    latestNews: 'പുതിയ വാർത്തകൾ',
    contactUs: 'ഞങ്ങളെ ബന്ധപ്പെടുക',
    helpAndFaq: 'സഹായവും പതിവുചോദ്യങ്ങളും',
    verify: 'പരിശോധിക്കുക',
    officialWebsite: 'ഔദ്യോഗിക വെബ്‌സൈറ്റ്',
    reachUs: 'ബന്ധപ്പെടാൻ',
    place: `തിരുവനന്തപുരം, ${STATE_NAME_ML}`,
  },
  problem: {
    notFoundTitle: 'പേജ് കണ്ടെത്തിയില്ല',
    notFoundText: 'ഈ വിലാസത്തിൽ ഒന്നുമില്ല. പേജ് മാറ്റിയതാകാം, അല്ലെങ്കിൽ വിലാസം തെറ്റിയതാകാം.',
    failedTitle: 'എന്തോ കുഴപ്പം സംഭവിച്ചു',
    failedText: 'തെറ്റ് ഞങ്ങളുടേതാണ്, നിങ്ങളുടേതല്ല. അൽപസമയം കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക.',
    toHome: 'ഹോം പേജിലേക്ക് പോകുക',
    toCharts: 'ചാർട്ടുകൾ കാണുക',
    tryAgain: 'വീണ്ടും ശ്രമിക്കുക',
  },
  unreachable: {
    title: 'കണക്ഷൻ ഇല്ല',
    text: 'ഈ പേജ് ലഭ്യമാക്കാൻ കഴിഞ്ഞില്ല. നിങ്ങളുടെ കണക്ഷൻ പരിശോധിക്കുക; ഒന്നും നഷ്ടപ്പെട്ടിട്ടില്ല.',
  },
  maintenance: {
    title: 'ഉടൻ തിരിച്ചെത്തും',
    text: 'സൈറ്റിൽ അറ്റകുറ്റപ്പണി നടക്കുന്നു; ഉടൻ തിരിച്ചെത്തും. ഒരു ഫലവും നഷ്ടപ്പെടില്ല.',
  },
  feeds: {
    results: `${PRODUCT_NAME_ML}: ഫലങ്ങൾ`,
    news: `${PRODUCT_NAME_ML}: വാർത്തകൾ`,
    entry: (slot, date, digits) => `ഫലം ${digits} (${slot}, ${date})`,
  },
};
