/** English messages after a bell was pressed, loaded with the code that then runs. */

export const enBell = {
  on: (slot: string) => `You will be notified of the ${slot} result every day on this device.`,
  blocked:
    'Notifications from this site are blocked. Allow them in the settings of your browser, then press the bell again.',
  unsupported: 'This browser cannot receive notifications. Please open the site in another browser.',
  'add to home screen':
    'First add this site to your Home Screen: Share, then “Add to Home Screen”. Open it from there and press the bell again.',
};
