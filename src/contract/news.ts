/** News articles. */
import { z } from 'zod';
import { pageOf } from './paging.ts';
import { etagSchema, idSchema, instantSchema, requiredText } from './values.ts';

export const newsArticleSchema = z
  .object({
    id: idSchema,
    title: z.string(),
    body: z.string(),
    author: z.string(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'NewsArticle' });
export type NewsArticle = z.infer<typeof newsArticleSchema>;

export const adminNewsArticleSchema = newsArticleSchema
  .extend({ etag: etagSchema })
  .meta({ id: 'AdminNewsArticle' });
export type AdminNewsArticle = z.infer<typeof adminNewsArticleSchema>;

export const newsPageSchema = pageOf(newsArticleSchema).meta({ id: 'NewsPage' });
export const adminNewsPageSchema = pageOf(adminNewsArticleSchema).meta({ id: 'AdminNewsPage' });

export const newArticleSchema = z
  .object({
    title: requiredText('Title', 200),
    author: requiredText('Author', 100),
    body: requiredText('Content', 20_000),
  })
  .meta({ id: 'NewArticle' });
export type NewArticle = z.infer<typeof newArticleSchema>;

export const articlePatchSchema = newArticleSchema.partial().meta({ id: 'ArticlePatch' });
export type ArticlePatch = z.infer<typeof articlePatchSchema>;
