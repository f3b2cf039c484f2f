import { useQuery } from '#kit/client/use-query.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Letter } from '#kit/ui/text/letter.tsx';
import type { RichText } from '#kit/values/text/rich-text.ts';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { filledLine, filledText } from '#organisations/thanks/thanks.ts';
import type { ThanksContent } from '#organisations/thanks/thanks-schema.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import { thanksReaders } from './thanks-in-words.ts';

/** A message as the donor will read it, with a placeholder for their name. */
export function ThanksPreview({
  content,
  associateName,
  imageLink,
}: {
  content: ThanksContent;
  associateName: string;
  imageLink: string;
}) {
  const { value, problem, reload } = useQuery<RichText>(`preview ${content.body}`, (signal) =>
    previewMarkdown(content.body, signal),
  );
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={6} />;
  const reader = { donorName: '', associateName };
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">
        {thanksReaders(content)}
        。お名前は、表示名のある方には「（表示名）さま」、ほかの方には「寄付者さま」と届きます。
      </p>
      <Letter
        heading="h2"
        from={associateName}
        date={formatDate(jstDay(new Date()))}
        title={filledLine(content.title, reader)}
        blocks={filledText(value, reader)}
        picture={
          imageLink && <img src={imageLink} alt="" className="max-h-96 w-full object-cover" />
        }
      />
    </>
  );
}
