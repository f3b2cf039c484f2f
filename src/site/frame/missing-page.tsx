import { missingChunkMessage } from '#kit/pages/chunk-recovery.ts';
import { ErrorPage } from './error-page.tsx';

/** Replaces a page whose code can't be loaded; reloading the document tries again. */
export function MissingPage() {
  return (
    <>
      <title>エラーが発生しました｜たすき</title>
      <ErrorPage status={500} message={missingChunkMessage} isReloadOffered />
    </>
  );
}
