import { useState } from 'react';
import type { Form } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import type { ProfileDraft } from '#people/accounts/account.ts';
import { reloadSession } from '#people/session/session.ts';
import { compared } from './compared.ts';
import { draftOf, loadProfile, saveProfile, type VersionedProfile } from './own-profile.ts';

/**
 * Sends an edit of the profile. Never overwrites a concurrent change: then `newer` holds the stored version, and the
 * donor chooses.
 */
export function useProfileEdit({
  shown,
  form,
  onDone,
}: {
  /** The version that the form started from. */
  shown: VersionedProfile;
  form: Pick<Form<ProfileDraft, ProfileDraft>, 'reject' | 'submit'>;
  onDone: () => void;
}) {
  const [newer, setNewer] = useState<VersionedProfile>();
  const submission = useSubmission(
    ({ draft, etag }: { draft: ProfileDraft; etag: string }) => saveProfile(draft, etag),
    {
      form,
      async onDone() {
        await reloadSession();
        onDone();
      },
    },
  );

  async function send(draft: ProfileDraft): Promise<void> {
    const { etag } = newer ?? shown;
    const outcome = await submission.send({ draft, etag });
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const latest = await loadProfile().catch(() => undefined);
    if (!latest) return;
    // The stored version equals the new one: the response was lost, or another tab saved the same.
    if (compared(draft, draftOf(latest.profile)).length === 0) return onDone();
    setNewer(latest);
  }

  return {
    isPending: submission.isPending,
    message: newer ? undefined : submission.message,
    newer,
    submit: form.submit(send),
  };
}
