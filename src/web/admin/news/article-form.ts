/** The values of the article form, and the article that is sent. Times are typed in IST. */
import { z } from 'zod';
import { type AdminNewsArticle, type NewArticle, newArticleSchema } from '../../../contract/news.ts';
import { ARTICLE_STATUSES, type ArticleStatus } from '../../../core/article-publication.ts';
import { DEFAULT_NEWS_AUTHOR } from '../../../core/branding.ts';
import { CONTENT_LANGUAGES } from '../../../core/content-language.ts';
import { instantOf, istDateOf, istTimeOf } from '../../../core/ist-time.ts';

export interface ArticleValues {
  title: string;
  author: string;
  body: string;
  /** Empty for both. */
  language: string;
  status: ArticleStatus;
  /** `YYYY-MM-DDTHH:MM`; only for a scheduled article. */
  time: string;
}

export function valuesOf(article: AdminNewsArticle | null): ArticleValues {
  const {
    title = '',
    author = DEFAULT_NEWS_AUTHOR,
    body = '',
    language,
    status = 'published',
  } = article ?? {};
  const time = article?.status === 'scheduled' && article.publishAt ? istTextOf(article.publishAt) : '';
  return { title, author, body, language: language ?? '', status, time };
}

function istTextOf(publishAt: string): string {
  const instant = Date.parse(publishAt);
  return `${istDateOf(instant)}T${istTimeOf(instant)}`;
}

/** Undefined unless it is complete. */
export function instantOfText(time: string): number | undefined {
  const [, date, timeOfDay] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(time) ?? [];
  return date && timeOfDay ? instantOf(date, timeOfDay) : undefined;
}

/** `article` is null for a new one. */
export const articleFormSchema = (article: AdminNewsArticle | null): z.ZodType<NewArticle> =>
  newArticleSchema
    .pick({ title: true, author: true, body: true })
    .extend({
      language: z.enum(CONTENT_LANGUAGES).optional(),
      status: z.enum(ARTICLE_STATUSES),
      time: z.string().optional(),
    })
    .transform(({ time = '', language = null, ...values }, context) => {
      if (values.status !== 'scheduled') return { ...values, language };
      // The time of the article may have seconds, which the field does not show.
      if (time !== '' && time === valuesOf(article).time) {
        return { ...values, language, publishAt: article?.publishAt ?? null };
      }
      const instant = instantOfText(time);
      if (instant === undefined) {
        context.addIssue({ code: 'custom', path: ['time'], message: 'Date and time are required.' });
        return z.NEVER;
      }
      return { ...values, language, publishAt: new Date(instant).toISOString() };
    });

const ACTIONS: Record<ArticleStatus, string> = {
  draft: 'Save draft',
  scheduled: 'Schedule',
  published: 'Publish',
};

/** The text of the button that saves. */
export function actionText(article: AdminNewsArticle | null, status: ArticleStatus): string {
  if (article?.status === status) return 'Save changes';
  return article?.status === 'published' && status === 'draft' ? 'Unpublish' : ACTIONS[status];
}

const OUTCOMES: Record<ArticleStatus, string> = {
  draft: 'Draft saved.',
  scheduled: 'Article scheduled.',
  published: 'Article published.',
};

/** What a toast says after it was saved. */
export function outcomeText(article: AdminNewsArticle | null, status: ArticleStatus): string {
  if (article?.status === status) return 'Article saved.';
  return article?.status === 'published' && status === 'draft' ? 'Article unpublished.' : OUTCOMES[status];
}
