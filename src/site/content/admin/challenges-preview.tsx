import { Picture } from '#kit/ui/pictures/picture.tsx';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { ChallengesContent } from '#site/content/site-content.ts';

/** The challenges in order, each with the text at the head of its page. */
export function ChallengesPreview({ challenges }: ChallengesContent) {
  return (
    <ol className="divide-y divide-dashed divide-line">
      {challenges.map(({ id, will, description, fundName }) => {
        const { label, emblem } = socialChallenges[id];
        return (
          <li key={id} className="grid grid-cols-[auto_1fr] gap-4 py-4 first:pt-0 last:pb-0">
            <Picture name={emblem} className="size-10 narrow:size-14" />
            <div className="min-w-0">
              <p className="text-sm font-bold text-coral-dark">{label}</p>
              <h2 className="font-sans text-lg wrap-anywhere">{will}</h2>
              <p className="mt-1 wrap-anywhere">{description}</p>
              <p className="mt-1 text-sm text-ink-2 wrap-anywhere">{fundName}に寄付する</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
