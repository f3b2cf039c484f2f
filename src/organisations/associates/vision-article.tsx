import { imageAt, imageSet } from '#kit/images/shown-image.ts';
import { Paragraphs } from '#kit/ui/paragraphs.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import type { RichText as Tree } from '#kit/values/text/rich-text.ts';
import type { ArticleImage } from './associate.ts';

/** An organisation's vision as its page shows it; without a title, its description. */
export type ShownVision = {
  title: string;
  body: Tree;
  goal: string;
  useOfDonations: string;
  image: ArticleImage | null;
};

export function VisionArticle({
  description,
  vision,
}: {
  description: Tree;
  vision: ShownVision | null;
}) {
  return (
    <article className="mx-auto max-w-narrow py-10">
      {vision && vision.title !== '' ? (
        <>
          <h2 className="font-sans">{vision.title}</h2>
          {vision.image && <VisionPicture image={vision.image} />}
          <RichText blocks={vision.body} className="mt-6" />
        </>
      ) : (
        <RichText blocks={description} />
      )}
      {vision && vision.goal !== '' && (
        <section className="mt-10 rounded-card bg-honey-soft p-6">
          <h3>目指す姿</h3>
          <Paragraphs text={vision.goal} className="mt-2" />
        </section>
      )}
      {vision && vision.useOfDonations !== '' && (
        <section className="mt-6 rounded-card bg-leaf-soft p-6">
          <h3>ご寄付の使い道</h3>
          <Paragraphs text={vision.useOfDonations} className="mt-2" />
        </section>
      )}
    </article>
  );
}

function VisionPicture({ image }: { image: ArticleImage }) {
  return (
    <img
      src={imageAt(image.image, Math.max(...image.widths))}
      srcSet={imageSet(image.image, image.widths)}
      sizes="(width >= 48rem) 800px, 100vw"
      width={image.width}
      height={image.height}
      alt={image.alt}
      className="mt-6 w-full rounded-card"
    />
  );
}
