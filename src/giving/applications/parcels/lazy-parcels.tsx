import { type ComponentProps, useState } from 'react';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { type Part, usePart } from '#kit/ui/use-part.ts';
import { canAskPickup } from '#warehouse/tracking/pickup-days.ts';
import type { OwnParcels } from './own-parcels.tsx';

type Props = ComponentProps<typeof OwnParcels>;

const part: Part<Props> = {
  load: () => import('./own-parcels.tsx').then((loaded) => loaded.OwnParcels),
};

/** The parcels of an application that are on their way or due for pick-up; otherwise nothing. */
export function LazyParcels(props: Props) {
  const [isFailed, setFailed] = useState(false);
  const isUnderWay = canAskPickup(props.application);
  const Parcels = usePart(part, isUnderWay && !isFailed, () => setFailed(true));
  if (!isUnderWay) return null;
  if (isFailed) {
    return (
      <LoadFailure
        message="箱の状況を読み込めませんでした。電波の状態をご確認のうえ、もう一度お試しください。"
        onRetry={() => setFailed(false)}
      />
    );
  }
  // A new version of the application reloads its parcels.
  return Parcels ? (
    <Parcels key={props.application.version} {...props} />
  ) : (
    <Skeleton lines={3} label="箱の状況を読み込んでいます" />
  );
}
