import { apiResponse } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { answerOf } from '#kit/versions/use-versioned.ts';
import { type LegalKey, legalTexts } from '#people/legal/legal-text.ts';
import type { LegalTextLine } from '#people/legal/legal-text-schema.ts';

/** Publishes all unedited delivered texts that have no draft, by one button. */
export function PublishDelivered({
  texts,
  onDone,
}: {
  texts: readonly LegalTextLine[];
  onDone: () => void;
}) {
  const delivered = texts.filter(
    ({ number, hasDraft, comingFrom }) => number === 0 && !hasDraft && comingFrom === '',
  );
  const submission = useSubmission(
    async (keys: readonly LegalKey[]) => {
      for (const key of keys) await publishAsDelivered(key);
    },
    {
      onDone() {
        showToast('公開しました。');
        onDone();
      },
    },
  );
  if (delivered.length === 0) return null;
  return (
    <div className="mb-4 rounded-xl bg-honey-soft p-4">
      <p className="text-sm">
        {delivered.map(({ key }) => `「${legalTexts[key].label}」`).join('')}
        は、用意された文面のままです。お読みになって、このままでよければ、まとめて公開できます。
      </p>
      <SubmitError message={submission.message} />
      <Button
        size="small"
        className="mt-3"
        isBusy={submission.isPending}
        onClick={() => submission.send(delivered.map(({ key }) => key))}
      >
        このまま公開する
      </Button>
    </div>
  );
}

async function publishAsDelivered(key: LegalKey): Promise<void> {
  const path = `/api/office/settings/legal/${key}`;
  const { versioned, etag } = await answerOf<object>(await apiResponse(path));
  const draft = { content: versioned.current.content };
  const stored = await answerOf(await apiResponse(`${path}/draft`, { body: draft, ifMatch: etag }));
  const body = { note: '', holdsFrom: '' };
  await apiResponse(`${path}/publish`, { body, ifMatch: stored.etag });
}
