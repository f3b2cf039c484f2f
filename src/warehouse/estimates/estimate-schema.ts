import * as z from 'zod/mini';
import { type ItemCategory, itemCategoryKeys } from '#warehouse/appraisals/categories.ts';
import { type ItemCondition, itemConditionKeys } from '#warehouse/appraisals/item-words.ts';
import { type BrandClass, brandClasses } from './estimate.ts';

export const Estimate = z.object({
  category: z.enum(itemCategoryKeys as [ItemCategory, ...ItemCategory[]]),
  brandClass: z.enum(['', ...(Object.keys(brandClasses) as BrandClass[])]),
  condition: z.enum(['', ...(itemConditionKeys as ItemCondition[])]),
  count: z.number(),
  priced: z.number(),
  yen: z.optional(z.object({ lower: z.number(), median: z.number(), upper: z.number() })),
  reasons: z.array(z.string()),
});
