import { type ComponentProps, useState } from 'react';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { type Part, usePart } from '#kit/ui/use-part.ts';
import type { IdentityCheck } from './identity-check.tsx';

type Props = ComponentProps<typeof IdentityCheck>;

/** Few applications are on hold, so only those load the upload code. */
const part: Part<Props> = {
  load: () => import('./identity-check.tsx').then((loaded) => loaded.IdentityCheck),
};

/** The identity check, on its own page and within others. */
export function LazyIdentityCheck(props: Props) {
  const [isFailed, setFailed] = useState(false);
  const Check = usePart(part, !isFailed, () => setFailed(true));
  if (Check) return <Check {...props} />;
  if (!isFailed) return <Skeleton lines={8} label="本人確認の状況を読み込んでいます" />;
  return (
    <LoadFailure
      message="画面を読み込めませんでした。電波の状態をご確認のうえ、もう一度お試しください。"
      onRetry={() => setFailed(false)}
    />
  );
}
