import { useEffect, useRef, useState } from 'react';
import { refusalOf } from '#kit/errors/refusal.ts';
import type { RichText } from '#kit/values/text/rich-text.ts';

/** Requests the preview of a text. */
export type PreviewMarkdown = (markdown: string, signal: AbortSignal) => Promise<RichText>;

/** Debounce: avoids a request per letter, but seems immediate. */
const pauseMs = 600;

const unreachableMessage =
  '通信できないため、プレビューを更新できませんでした。入力した内容はそのまま残っています。';

export type MarkdownPreviewState = {
  /** The last preview, kept until the next; undefined before the first. */
  blocks: RichText | undefined;
  /** Whether the preview is of an earlier text. */
  isOld: boolean;
  /** Why the current text has no preview. */
  problem: string | undefined;
  retry: () => void;
};

/** The preview of a text, requested when its author pauses. */
export function useMarkdownPreview(text: string, preview: PreviewMarkdown): MarkdownPreviewState {
  const [shown, setShown] = useState<{ text: string; blocks: RichText }>();
  const [failed, setFailed] = useState<{ text: string; message: string }>();
  const [round, setRound] = useState(0);
  const latestPreview = useRef(preview);
  const isFirst = useRef(true);
  useEffect(() => {
    latestPreview.current = preview;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again.
  useEffect(() => {
    if (text.trim() === '') {
      setShown({ text, blocks: [] });
      return;
    }
    const leaving = new AbortController();
    const ask = () =>
      latestPreview.current(text, leaving.signal).then(
        (blocks) => {
          if (!leaving.signal.aborted) setShown({ text, blocks });
        },
        (error: unknown) => {
          if (leaving.signal.aborted) return;
          setFailed({ text, message: refusalOf(error)?.message ?? unreachableMessage });
        },
      );
    const timer = setTimeout(ask, isFirst.current ? 0 : pauseMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text, round]);

  return {
    blocks: shown?.blocks,
    isOld: shown?.text !== text,
    problem: failed?.text === text && shown?.text !== text ? failed.message : undefined,
    retry() {
      setFailed(undefined);
      setRound(round + 1);
    },
  };
}
