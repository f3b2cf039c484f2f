import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import type { Form } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import type { Versioned } from './version.ts';

/** Versioned content with the version that the next change must send. */
export type VersionedWithEtag<Content> = { versioned: Versioned<Content>; etag: string };

/** The content and its version in an answer of the API. */
export async function answerOf<Content>(response: Response): Promise<VersionedWithEtag<Content>> {
  const versioned = (await response.json()) as Versioned<Content>;
  return { versioned, etag: response.headers.get('etag') ?? '' };
}

/** Loads the published version and the draft at an API path. */
export const useVersioned = <Content>(path: string) =>
  useQuery<VersionedWithEtag<Content>>(path, async (signal) =>
    answerOf(await apiResponse(path, { signal })),
  );

/** The content to edit: the draft, else the published version. */
export const editedContent = <Content>({ current, draft }: Versioned<Content>): Content =>
  draft ? draft.content : current.content;

export type VersionChange = { name: 'draft' | 'publish' | 'discard' | 'restore'; body: object };

/**
 * Sends changes of versioned content. Never overwrites a concurrent change: then `newer` holds the stored version,
 * and the person chooses.
 */
export function useVersionChanges<Content>({
  path,
  loaded,
  form,
  onChanged,
}: {
  path: string;
  loaded: VersionedWithEtag<Content>;
  form: Pick<Form<object, Content>, 'reject'>;
  onChanged: (changed: VersionedWithEtag<Content>, name: VersionChange['name']) => void;
}) {
  const [newer, setNewer] = useState<VersionedWithEtag<Content>>();
  const submission = useSubmission(
    async ({ name, body, etag }: VersionChange & { etag: string }) =>
      answerOf<Content>(await apiResponse(`${path}/${name}`, { body, ifMatch: etag })),
    {
      form: {
        // A draft is sent as the body's `content`; the form has its fields at the top level.
        reject: (errors, modal) =>
          form.reject(
            errors.map(({ path: at, message }) => ({
              path: at.replace(/^content\./, ''),
              message,
            })),
            modal,
          ),
      },
    },
  );

  async function send(change: VersionChange, etag = newer?.etag ?? loaded.etag) {
    const outcome = await submission.send({ ...change, etag });
    if (outcome?.kind === 'done') {
      const changed = outcome.result as VersionedWithEtag<Content>;
      setNewer(undefined);
      onChanged(changed, change.name);
      return changed;
    }
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') {
      setNewer(await apiResponse(path).then(answerOf<Content>, () => undefined));
    }
    return undefined;
  }

  return {
    isPending: submission.isPending,
    message: newer ? undefined : submission.message,
    /** The version that another person stored meanwhile. */
    newer,
    send,
    forgetNewer: () => setNewer(undefined),
  };
}
