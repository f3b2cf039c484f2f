import type { PledgeItem } from '#domain/pledge.ts';

/** What a picture is called: its author need not have named it. */
export const itemName = (name: string) => (name === '' ? 'お品物の写真' : name);

/**
 * A picture of a pledge in the width that fits; `sizes` tells how wide it will stand, `isEarly` that
 * it is seen without scrolling, `isNamed` that its name stands beside it already.
 */
export function PledgePicture({
  item: { image, width, height, widths, name },
  sizes,
  isEarly,
  isNamed,
  className = '',
}: {
  item: PledgeItem;
  sizes: string;
  isEarly?: boolean;
  isNamed?: boolean;
  className?: string;
}) {
  const largest = Math.max(...widths);
  return (
    <img
      src={`${image}/${largest}.webp`}
      srcSet={widths.map((each) => `${image}/${each}.webp ${each}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={isNamed ? '' : itemName(name)}
      loading={isEarly ? 'eager' : 'lazy'}
      decoding="async"
      className={`object-cover ${className}`}
    />
  );
}
