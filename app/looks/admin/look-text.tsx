import { Skeleton } from '#app/ui/skeleton.tsx';
import { usePictureLink } from '#app/versions/use-draft-picture.ts';

/** A draft in words, field by field, with its pictures; empty ones are left out. */
export function LookText({
  fields,
  associateId,
  imageIds,
}: {
  fields: readonly { label: string; value: string }[];
  associateId: string;
  imageIds: readonly string[];
}) {
  return (
    <dl className="mt-3 space-y-2 rounded-tile bg-cream px-4 py-3">
      {fields
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      {imageIds.filter(Boolean).map((imageId) => (
        <div key={imageId}>
          <dt className="text-sm text-ink-2">画像</dt>
          <dd className="mt-1">
            <LookPicture associateId={associateId} imageId={imageId} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LookPicture({ associateId, imageId }: { associateId: string; imageId: string }) {
  const link = usePictureLink(`associates/${associateId}`, imageId);
  if (link === '') return <Skeleton lines={2} />;
  return <img src={link} alt="公開を待っている画像" className="max-h-80 max-w-full rounded-tile" />;
}
