import { imageAt, imageSet } from '#kit/images/shown-image.ts';
import type { PledgeItem } from './pledge.ts';

/** The name of a picture; a generic one by default, because authors need not name it. */
export const itemName = (name: string) => (name === '' ? 'お品物の写真' : name);

/**
 * A picture of a pledge in a fitting width. `sizes` is the displayed width; `isEarly`: in view without scrolling;
 * `isAhead`: loaded before it scrolls into view; `isNamed`: its name is beside it.
 */
export function PledgePicture({
  item: { image, width, height, widths, name },
  sizes,
  isEarly,
  isAhead,
  isNamed,
  className = '',
}: {
  item: Pick<PledgeItem, 'image' | 'width' | 'height' | 'widths' | 'name'>;
  sizes: string;
  isEarly?: boolean;
  isAhead?: boolean;
  isNamed?: boolean;
  className?: string;
}) {
  return (
    <img
      // A picture that is not uploaded yet exists only in its own width.
      src={widths.length > 0 ? imageAt(image, Math.max(...widths)) : image}
      srcSet={imageSet(image, widths) || undefined}
      sizes={sizes}
      width={width}
      height={height}
      alt={isNamed ? '' : itemName(name)}
      loading={isEarly || isAhead ? 'eager' : 'lazy'}
      // After everything that is in view.
      fetchPriority={isAhead ? 'low' : undefined}
      decoding={isAhead ? undefined : 'async'}
      className={`object-cover ${className}`}
    />
  );
}
