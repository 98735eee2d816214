/** A picture as an answer that may be shared like a page. */
export const pngResponse = (picture: Uint8Array<ArrayBuffer>): Response =>
  new Response(picture, {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=0, s-maxage=60',
      // Shown by other sites: that is what it is for.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
