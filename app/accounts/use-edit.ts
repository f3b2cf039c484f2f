import { useState } from 'react';
import type { FormErrorModal, Form as FormOver } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { storeAccount } from '#app/session/session.ts';
import type { Account } from '#domain/accounts/account.ts';
import type { FieldError } from '#domain/errors/refusal.ts';
import { loadAccount, type OwnAccount, sendEdit, type VersionedAccount } from './own-account.ts';

/**
 * Sends an edit of a part of the account, stores what comes back and refuses to write over what was
 * changed elsewhere meanwhile: then `newer` holds what is stored now, and the person chooses.
 */
export function useEdit<Values extends object, Body>({
  own,
  form,
  path,
  partOf,
  onDone,
}: {
  own: OwnAccount;
  form: FormOver<Values, Body> & {
    reject(errors: readonly FieldError[], modal: FormErrorModal): Promise<void>;
  };
  /** Where the edit is sent. */
  path: string;
  /** The part of the account that is edited. */
  partOf: (account: Account) => unknown;
  onDone: () => void;
}) {
  const [newer, setNewer] = useState<VersionedAccount>();
  const submission = useSubmission(
    ({ body, etag }: { body: Body; etag: string }) => sendEdit(path, body, etag),
    {
      form,
      onDone(saved) {
        storeAccount(saved.account);
        setNewer(undefined);
        own.change({ ...own, ...saved });
        onDone();
      },
    },
  );

  async function send(body: Body, etag = newer?.etag ?? own.etag): Promise<void> {
    const outcome = await submission.send({ body, etag });
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const latest = await loadAccount().catch(() => undefined);
    if (!latest) return;
    // Something else of the account was changed: that is no reason to ask.
    const shown = JSON.stringify(partOf((newer ?? own).account));
    if (JSON.stringify(partOf(latest.account)) === shown) return send(body, latest.etag);
    setNewer(latest);
  }

  return {
    isPending: submission.isPending,
    message: newer ? undefined : submission.message,
    /** What is stored now, where that is not what was shown when the edit began. */
    newer,
    submit: form.submit((body) => send(body)),
    /** Gives the edit up for what is stored. */
    takeNewer() {
      if (!newer) return;
      storeAccount(newer.account);
      own.change({ ...own, ...newer });
    },
  };
}
export type Edit = ReturnType<typeof useEdit>;
