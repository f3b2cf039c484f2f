import { MarkdownDraft, MarkdownPreview } from '#domain/values/text/rich-text-schema.ts';
import { type App, personOf } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';

/** Renders Markdown for its author, as readers will see it. */
export function markdownRoutes(app: App, { markdown }: Pick<Services, 'markdown'>) {
  app.post(
    '/api/markdown/preview',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: MarkdownDraft,
        response: { 200: MarkdownPreview },
        tags: ['本文'],
        summary: '書いている本文（Markdown）の見え方',
      },
    },
    async (request) => ({ blocks: await markdown.preview(personOf(request), request.body) }),
  );
}
