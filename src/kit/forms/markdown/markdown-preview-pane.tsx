import { Button } from '#kit/ui/button.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import type { MarkdownPreviewState } from './use-markdown-preview.ts';

/** The preview of a text, and why it is outdated, if it is. */
export function MarkdownPreviewPane({
  label,
  shown: { blocks, isOld, problem, retry },
}: {
  label: string;
  shown: MarkdownPreviewState;
}) {
  return (
    <fieldset aria-label={`${label}のプレビュー`} aria-busy={isOld && !problem} className="min-w-0">
      <p aria-hidden="true" className="mb-1 text-sm font-bold text-ink-2">
        プレビュー
      </p>
      {problem && (
        <div role="status" className="mb-3 rounded-xl bg-honey-soft px-4 py-3 text-sm">
          <p>{problem}</p>
          <Button variant="outline" size="small" className="mt-2" onClick={retry}>
            もう一度表示する
          </Button>
        </div>
      )}
      <div className="min-h-40 rounded-xl border border-dashed border-line bg-paper px-4 py-4 [overflow-wrap:anywhere]">
        {blocks ? (
          <PreviewText blocks={blocks} />
        ) : (
          !problem && <Skeleton lines={4} label="プレビューを読み込んでいます" />
        )}
      </div>
    </fieldset>
  );
}

function PreviewText({ blocks }: Required<Pick<MarkdownPreviewState, 'blocks'>>) {
  return blocks?.length ? (
    <RichText blocks={blocks} />
  ) : (
    <p className="text-sm text-ink-2">入力すると、ここに仕上がりが表示されます。</p>
  );
}
