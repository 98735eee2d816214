/** Other spellings of a path, which a server or proxy might treat as the same path. */

const encodeAt = (path: string, index: number, upper = false): string => {
  const hex = path.charCodeAt(index).toString(16);
  return `${path.slice(0, index)}%${upper ? hex.toUpperCase() : hex}${path.slice(index + 1)}`;
};

export const spellingsOf = (path: string): [string, ...string[]] => [
  encodeAt(path, 1),
  encodeAt(path, path.indexOf('/', 1) + 1),
  encodeAt(path, path.length - 1, true),
  path.replace('/api/', '/api%2f'),
  path.replace('/api/', '/api//'),
  `/${path}`,
  path.replace('/api/', '/api/./'),
  `/results/..${path}`,
  `/assets/%2e%2e${path}`,
  `/api/today/.%2E/..${path}`,
  path.replaceAll('/', '\\').replace('\\', '/'),
  path.replace('/api/', '/api;x/'),
  path.toUpperCase(),
  `${path}/`,
  `${path}.data`,
  `${path}%3fx`,
  `${path}#x`,
];
