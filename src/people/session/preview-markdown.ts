import { api } from '#kit/client/api.ts';
import type { MarkdownPreview } from '#kit/values/text/rich-text-schema.ts';

/** Renders a Markdown text on the server. */
export async function previewMarkdown(markdown: string, signal: AbortSignal) {
  const path = '/api/markdown/preview';
  const { blocks } = await api<MarkdownPreview>(path, { body: { markdown }, signal });
  return blocks;
}
