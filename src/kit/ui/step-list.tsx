import type { ReactNode } from 'react';
import { Picture, type PictureName } from './pictures/picture.tsx';

/** One step, and who does it if not the donor. */
export type GuideStep = {
  picture: PictureName;
  name: string;
  /** あなたが or 運営者が, in a word. */
  who: string;
  text: ReactNode;
};

/** Steps from top to bottom, joined by one line. */
export function StepList({ steps }: { steps: readonly GuideStep[] }) {
  return (
    <ol>
      {steps.map(({ picture, name, who, text }, index) => (
        <li
          key={name}
          className="relative grid grid-cols-[64px_1fr] gap-x-4 pb-8 last:pb-0 narrow:grid-cols-[88px_1fr] narrow:gap-x-6"
        >
          {index < steps.length - 1 && (
            <span
              className="stitch-down absolute top-[68px] bottom-1 left-[30.5px] narrow:top-[92px] narrow:left-[42.5px]"
              aria-hidden="true"
            />
          )}
          <span className="relative grid size-16 place-items-center rounded-full border border-line bg-paper narrow:size-22">
            <Picture name={picture} className="size-8 narrow:size-11" />
            <span
              className="figures absolute -top-1 -left-1 grid size-7 place-items-center rounded-full bg-coral text-white"
              aria-hidden="true"
            >
              {index + 1}
            </span>
          </span>
          <div className="min-w-0 pt-1">
            <p className="text-sm font-bold text-coral-dark">{who}</p>
            <h3 className="font-sans">{name}</h3>
            <div className="prose mt-2 max-w-narrow">{text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}
