/** English messages of the printable sheet of a day, which only the server reads. */
export const enSheet = {
  kind: 'Results of the day',
  published: (time: string) => `Published at ${time}`,
  notPublished: 'No result published',
  asOf: (time: string, date: string) => `As of ${time} on ${date}. All times are Indian Standard Time (IST).`,
  code: (address: string) => `QR code of ${address}`,
  pageNumber: 'Page {page} of {pages}',
};

export type SheetMessages = typeof enSheet;
