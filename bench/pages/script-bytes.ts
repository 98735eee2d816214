/** The scripts that the HTML of a page names, which are all that it needs to start. */

/** Their bytes as they are transferred, in brotli. */
export async function scriptBytesOf(address: string): Promise<number> {
  const html = await (await fetch(address)).text();
  const paths = new Set([...html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, path = '']) => path));
  const sizes = await Promise.all([...paths].map((path) => bytesOf(new URL(path, address).href)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' }, decompress: false });
  if (response.status !== 200 || response.headers.get('Content-Encoding') !== 'br')
    throw new Error(`${url}: ${response.status}, ${response.headers.get('Content-Encoding')}`);
  return (await response.bytes()).byteLength;
}
