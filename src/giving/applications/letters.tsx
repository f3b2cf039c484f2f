import { imageAt, imageSet } from '#kit/images/shown-image.ts';
import { Letter } from '#kit/ui/text/letter.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import type { ApplicationStatus } from './application.ts';

/** An organisation's letters to the donor: the newest open, the others folded. */
export function Letters({ from, thanks }: { from: string; thanks: ApplicationStatus['thanks'] }) {
  if (thanks.length === 0) return null;
  return (
    <section aria-label="団体からのお礼" className="mt-6 grid gap-4">
      {thanks.map(({ id, title, blocks, image, at }) => (
        <Letter
          key={id}
          from={from}
          date={formatDate(at)}
          title={title}
          blocks={blocks}
          picture={
            image && (
              <img
                src={imageAt(image.image, Math.min(...image.widths))}
                srcSet={imageSet(image.image, image.widths)}
                sizes="(width >= 48rem) 700px, 100vw"
                width={image.width}
                height={image.height}
                alt={image.alt}
                loading="lazy"
                className="h-auto max-h-96 w-full object-cover"
              />
            )
          }
        />
      ))}
    </section>
  );
}
