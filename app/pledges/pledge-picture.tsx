import { imageAt, imageSet } from '#domain/images/image.ts';
import type { PledgeItem } from '#domain/pledges/pledge.ts';

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
  item: Pick<PledgeItem, 'image' | 'width' | 'height' | 'widths' | 'name'>;
  sizes: string;
  isEarly?: boolean;
  isNamed?: boolean;
  className?: string;
}) {
  return (
    <img
      // One that is not sent yet is there in no width but its own.
      src={widths.length > 0 ? imageAt(image, Math.max(...widths)) : image}
      srcSet={imageSet(image, widths) || undefined}
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
