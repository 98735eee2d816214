import { expect, test } from 'bun:test';
import {
  type ArticlePublication,
  type PublicationRequest,
  requestPublication,
} from './article-publication.ts';

const NOW = 1_000;
const draft: ArticlePublication = { status: 'draft', publishAt: null };
const scheduled: ArticlePublication = { status: 'scheduled', publishAt: 5_000 };
const published: ArticlePublication = { status: 'published', publishAt: 500 };
const publishedNow: ArticlePublication = { status: 'published', publishAt: NOW };

test.each<[ArticlePublication | null, PublicationRequest, ReturnType<typeof requestPublication>]>([
  [null, {}, publishedNow],
  [null, { status: 'published', publishAt: null }, publishedNow],
  [null, { status: 'draft' }, draft],
  [null, { status: 'scheduled', publishAt: 5_000 }, scheduled],
  [null, { status: 'scheduled' }, 'time missing'],
  [null, { publishAt: 5_000 }, 'time not allowed'],
  [null, { status: 'draft', publishAt: 5_000 }, 'time not allowed'],
  [draft, {}, draft],
  [draft, { status: 'published' }, publishedNow],
  [draft, { publishAt: 5_000 }, 'time not allowed'],
  [scheduled, {}, scheduled],
  [scheduled, { publishAt: 9_000 }, { status: 'scheduled', publishAt: 9_000 }],
  [scheduled, { publishAt: null }, 'time missing'],
  [scheduled, { status: 'published' }, publishedNow],
  [scheduled, { status: 'draft' }, draft],
  [published, {}, published],
  [published, { status: 'published', publishAt: 500 }, published],
  [published, { publishAt: 400 }, 'time not allowed'],
  [published, { status: 'draft' }, draft],
  [published, { status: 'scheduled' }, 'time missing'],
  [published, { status: 'scheduled', publishAt: 5_000 }, scheduled],
])('%j with %j: %j', (before, request, expected) => {
  expect(requestPublication(before, request, NOW)).toEqual(expected);
});
