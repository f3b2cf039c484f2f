import type { ReactNode } from 'react';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { type Tint, tintGround } from '#kit/ui/pictures/tint.ts';

/** The head of a guide: its h1, its topic, and pictures. */
export function GuideHead({
  title,
  lead,
  pictures,
  tint,
}: {
  title: string;
  lead: ReactNode;
  pictures: readonly [PictureName, PictureName, PictureName];
  tint: Tint;
}) {
  const [left, middle, right] = pictures;
  return (
    <header className="page-container grid grid-cols-1 items-center gap-x-10 gap-y-6 pt-6 desktop:grid-cols-[1fr_340px]">
      <div>
        <h1>{title}</h1>
        <p className="mt-3 text-lg">{lead}</p>
      </div>
      <div className={`rounded-card p-2 ${tintGround[tint]}`} aria-hidden="true">
        <div className="flex items-end justify-center gap-5 rounded-tile border-2 border-dashed border-thread px-4 py-5 desktop:py-7">
          <Picture name={left} className="size-12 desktop:size-15" />
          <Picture name={middle} className="size-16 desktop:size-24" />
          <Picture name={right} className="size-12 desktop:size-15" />
        </div>
      </div>
    </header>
  );
}
