import type { ReactNode } from 'react';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { type Tint, tintGround } from '#kit/ui/pictures/tint.ts';

/** The content of one card. */
export type PictureCard = { picture: PictureName; tint: Tint; name: string; text: ReactNode };

/** A few points side by side, each with its picture. */
export function PictureCards({ cards }: { cards: readonly PictureCard[] }) {
  const isPaired = cards.length % 2 === 0;
  return (
    <ul
      className={`grid grid-cols-1 gap-4 ${isPaired ? 'narrow:grid-cols-2' : 'desktop:grid-cols-3'}`}
    >
      {cards.map(({ picture, tint, name, text }) => (
        <li
          key={name}
          className={`flex gap-4 rounded-card border border-line bg-paper p-5 ${isPaired ? '' : 'desktop:flex-col desktop:gap-3 desktop:p-6'}`}
        >
          <span
            className={`grid size-16 shrink-0 place-items-center rounded-full ${tintGround[tint]}`}
          >
            <Picture name={picture} className="size-9" />
          </span>
          <div className="min-w-0">
            <h3 className="font-sans text-lg">{name}</h3>
            <p className="mt-1">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
