/** News articles. */
import { z } from 'zod';
import { ARTICLE_STATUSES } from '../core/article-publication.ts';
import { pageOf, searchQuerySchema } from './paging.ts';
import { contentLanguageSchema, etagSchema, idSchema, instantSchema, requiredText } from './values.ts';

const articleStatusSchema = z.enum(ARTICLE_STATUSES, {
  error: 'Status must be draft, scheduled or published.',
});

/** How the body of an article is written. Plain text is from before there was Markdown. */
const ARTICLE_FORMATS = ['text', 'markdown'] as const;
export type ArticleFormat = (typeof ARTICLE_FORMATS)[number];

export const newsArticleSchema = z
  .object({
    id: idSchema,
    title: z.string(),
    body: z.string().meta({ description: 'Markdown.' }),
    html: z.string().meta({ description: 'The body as sanitised HTML.' }),
    author: z.string(),
    status: z.literal('published'),
    publishAt: instantSchema.meta({ description: 'The time from which it is public.' }),
    language: contentLanguageSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'NewsArticle' });
export type NewsArticle = z.infer<typeof newsArticleSchema>;

export const adminNewsArticleSchema = newsArticleSchema
  .extend({
    status: articleStatusSchema,
    publishAt: instantSchema.nullable().meta({
      description: 'When a scheduled article becomes public, or a published one did; null for a draft.',
    }),
    format: z.enum(ARTICLE_FORMATS).meta({
      description: 'How the body is written. A changed body is always Markdown.',
    }),
    etag: etagSchema,
  })
  .meta({ id: 'AdminNewsArticle' });
export type AdminNewsArticle = z.infer<typeof adminNewsArticleSchema>;

export const newsPageSchema = pageOf(newsArticleSchema).meta({ id: 'NewsPage' });
export const adminNewsPageSchema = pageOf(adminNewsArticleSchema).meta({ id: 'AdminNewsPage' });

export const adminNewsQuerySchema = searchQuerySchema.extend({ status: articleStatusSchema.optional() });

const bodySchema = requiredText('Content', 20_000);

export const newArticleSchema = z
  .object({
    title: requiredText('Title', 200),
    author: requiredText('Author', 100),
    body: bodySchema,
    status: articleStatusSchema.optional().meta({ description: 'Without it the article is published.' }),
    publishAt: z.iso
      .datetime({ error: 'Time must be an instant in UTC, such as 2026-11-15T04:30:00Z.' })
      .nullable()
      .optional()
      .meta({ description: 'Only for a scheduled article, which needs it.' }),
    language: contentLanguageSchema.optional(),
  })
  .meta({ id: 'NewArticle' });
export type NewArticle = z.infer<typeof newArticleSchema>;

export const articlePatchSchema = newArticleSchema.partial().meta({ id: 'ArticlePatch' });
export type ArticlePatch = z.infer<typeof articlePatchSchema>;

export const articlePreviewRequestSchema = z
  .object({ body: bodySchema })
  .meta({ id: 'ArticlePreviewRequest' });

export const articlePreviewSchema = z.object({ html: z.string() }).meta({ id: 'ArticlePreview' });
export type ArticlePreview = z.infer<typeof articlePreviewSchema>;
