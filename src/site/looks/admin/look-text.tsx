import type { ReactNode } from 'react';
import { useMarkdownPreview } from '#kit/forms/markdown/use-markdown-preview.ts';
import { Button } from '#kit/ui/button.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import { previewMarkdown } from '#people/session/preview-markdown.ts';

type LookField = { label: string; value: string; isMarkdown?: boolean };

/**
 * A draft, field by field: Markdown texts as visitors will see them, without empty fields. `children` are its
 * pictures.
 */
export function LookText({
  fields,
  children,
}: {
  fields: readonly LookField[];
  children: ReactNode;
}) {
  return (
    <div className="mt-3 space-y-2 rounded-tile bg-cream px-4 py-3">
      <dl className="space-y-2">
        {fields
          .filter(({ value }) => value !== '')
          .map(({ label, value, isMarkdown }) => (
            <div key={label}>
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="wrap-anywhere">
                {isMarkdown ? <DrawnText text={value} /> : <PlainText text={value} />}
              </dd>
            </div>
          ))}
      </dl>
      {children}
    </div>
  );
}

const PlainText = ({ text }: { text: string }) => <p className="whitespace-pre-line">{text}</p>;

/** A rendered Markdown text; its source while the preview is not available. */
function DrawnText({ text }: { text: string }) {
  const { blocks, problem, retry } = useMarkdownPreview(text, previewMarkdown);
  if (blocks) return <RichText blocks={blocks} />;
  if (!problem) return <Skeleton lines={3} />;
  return (
    <>
      <PlainText text={text} />
      <p role="status" className="mt-2 text-sm text-ink-2">
        {problem}
      </p>
      <Button variant="outline" size="small" className="mt-2" onClick={retry}>
        もう一度表示する
      </Button>
    </>
  );
}
