import type { PictureName } from './picture-names.ts';
import sprite from './pictures.svg?url';

export type { PictureName };

/**
 * A drawn picture from the sprite, 40 px by default; hidden from screen readers without a `label`.
 */
export function Picture({
  name,
  label,
  className = 'size-10',
}: {
  name: PictureName;
  label?: string;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 32 32"
      className={`shrink-0 ${className}`}
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
