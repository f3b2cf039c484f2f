import * as z from 'zod/mini';
import { optionalParagraphs } from '#kit/values/typed-text.ts';
import { maxMarkdownLetters, type RichBlock, type RichInline } from './rich-text.ts';
import { safeHref } from './safe-href.ts';

/** Inline content; may be nested. */
export const Inline: z.ZodMiniType<RichInline> = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('break') }),
  z.strictObject({
    type: z.enum(['strong', 'emphasis']),
    children: z.array(z.lazy(() => Inline)),
  }),
  z.strictObject({
    type: z.literal('link'),
    href: z.string().check(z.refine((href) => safeHref(href) === href)),
    children: z.array(z.lazy(() => Inline)),
  }),
]);

/** A paragraph, heading, list or quote; lists and quotes contain blocks. */
export const Block: z.ZodMiniType<RichBlock> = z.union([
  z.strictObject({
    type: z.literal('heading'),
    level: z.union([z.literal(3), z.literal(4)]),
    children: z.array(Inline),
  }),
  z.strictObject({ type: z.literal('paragraph'), children: z.array(Inline) }),
  z.strictObject({
    type: z.literal('list'),
    isOrdered: z.boolean(),
    start: z.int(),
    items: z.array(z.array(z.lazy(() => Block))),
  }),
  z.strictObject({ type: z.literal('quote'), blocks: z.array(z.lazy(() => Block)) }),
  z.strictObject({ type: z.literal('divider') }),
]);

/** Markdown to preview. */
export const MarkdownDraft = z.strictObject({
  markdown: optionalParagraphs('本文', maxMarkdownLetters),
});

export const RichText = z.array(Block);

/** Rendered preview. */
export const MarkdownPreview = z.strictObject({ blocks: RichText });
export type MarkdownPreview = z.infer<typeof MarkdownPreview>;
