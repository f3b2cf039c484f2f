import { missingChunkMessage } from '#app/chunk-recovery.ts';
import { ErrorPage } from './error-page.tsx';

/** In the place of a page whose code can't be had; only a new document asks for it again. */
export function MissingPage() {
  return (
    <>
      <title>エラーが発生しました｜たすき</title>
      <ErrorPage status={500} message={missingChunkMessage} isReloadOffered />
    </>
  );
}
