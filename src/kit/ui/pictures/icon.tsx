import { iconShapes, type SpriteIcon } from './icon-shapes.ts';
import sprite from './icons.svg?url';

export type IconName = keyof typeof iconShapes | SpriteIcon;

const shapes: { readonly [name in IconName]?: string } = iconShapes;

/** An interface icon in the text colour; hidden from screen readers, because it is always beside text. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  const shape = shapes[name];
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
    >
      {shape ? <path d={shape} /> : <use href={`${sprite}#${name}`} />}
    </svg>
  );
}
