import { iconShapes } from './icon-shapes.ts';

export type IconName = keyof typeof iconShapes;

/** An interface icon in the colour of its text; always beside words, so it is silent. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
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
      <path d={iconShapes[name]} />
    </svg>
  );
}
