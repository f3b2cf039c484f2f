import type { ComponentProps, ElementType } from 'react';

/** A card. `as` gives it its meaning: section, li, article … */
export function Card({
  as: Element = 'div',
  className = '',
  ...rest
}: { as?: ElementType; className?: string } & ComponentProps<'div'>) {
  return (
    <Element
      {...rest}
      className={`rounded-card border border-line bg-paper p-5 narrow:p-8 ${className}`}
    />
  );
}
