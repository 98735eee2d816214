/** What somebody wrote; of a long text only the beginning, until all of it is asked for. */
import { useState } from 'react';
import { ROW_ACTION } from '../lists/row-action.ts';

const LONG = { characters: 500, lines: 8 };

export function LongText({ text, name }: { text: string /** Whose or what text it is. */; name: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > LONG.characters || text.split('\n').length > LONG.lines;
  return (
    <>
      <p className={`break-words whitespace-pre-line ${isLong && !isWhole ? 'line-clamp-5' : ''}`}>{text}</p>
      {isLong && (
        <button
          type="button"
          className={`${ROW_ACTION} -ml-3`}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
          <span className="sr-only"> of {name}</span>
        </button>
      )}
    </>
  );
}
