import { useState } from 'react';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import type { ApplicationEdit } from '#giving/applications/application-edit.ts';
import { send } from '#kit/client/send.ts';
import type { FieldError } from '#kit/errors/refusal.ts';
import type { Form } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import {
  compared,
  type EditOutput,
  type EditValues,
  editBody,
  editValuesOf,
} from './edit-values.ts';

/** The server names the recipient within the application; here it is a field of its own. */
const fieldOf = (path: string) => (path === 'application.associateId' ? 'associateId' : path);

/**
 * Sends an edit with the version that was shown. After a conflict, `newer` holds the stored version and the operator
 * chooses; if only another part changed, they read about it and may send again.
 */
export function useEditing({
  detail,
  form,
  load,
  onDone,
}: {
  detail: AdminApplicationDetail;
  form: Form<EditValues, EditOutput> & {
    reject: NonNullable<NonNullable<Parameters<typeof useSubmission>[1]>['form']>['reject'];
  };
  load: () => Promise<AdminApplicationDetail>;
  onDone: (isTold: boolean) => unknown;
}) {
  const [latest, setLatest] = useState(detail);
  const submission = useSubmission(
    ({ body, version }: { body: ApplicationEdit; version: number }) =>
      send('POST /api/office/applications/:appraisalId', {
        params: { appraisalId: detail.appraisalId },
        body,
        ifMatch: `"${version}"`,
      }),
    {
      form: {
        reject: (errors: readonly FieldError[], modal) =>
          form.reject(
            errors.map((error) => ({ ...error, path: fieldOf(error.path) })),
            modal,
          ),
      },
      onDone: ({ isTold }) => onDone(isTold),
    },
  );
  async function save(output: EditOutput): Promise<void> {
    const body = editBody(detail, output);
    const outcome = await submission.send({ body, version: latest.version });
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const stored = await load().catch(() => undefined);
    if (stored && stored.version !== latest.version) setLatest(stored);
  }
  const isChanged = compared(editValuesOf(detail), editValuesOf(latest)).length > 0;
  return {
    isPending: submission.isPending,
    message: submission.message,
    /** The stored version, if it differs from what was shown when the edit began. */
    newer: isChanged ? latest : undefined,
    send: save,
  };
}
