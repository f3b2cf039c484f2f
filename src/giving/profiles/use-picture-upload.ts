import { useEffect, useRef, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { progressTransport } from '#kit/client/progress-transport.ts';
import { modalOf, outcomeOf } from '#kit/forms/submission.ts';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { reloadSession } from '#people/session/session.ts';

/** The progress of an upload; `share` of the bytes sent, 0 to 1. */
export type PictureUpload =
  | { kind: 'idle' }
  | { kind: 'sending'; share: number }
  | { kind: 'removing' }
  | { kind: 'failed'; message: string; again: () => void };

const brokenOffMessage =
  '画像の送信が途中で切れました。電波の状態をご確認のうえ、もう一度お送りください。';

/** Uploads a picture of the profile to `path`, or deletes it; then reloads the session. */
export function usePictureUpload(path: string, label: string) {
  const [state, setState] = useState<PictureUpload>({ kind: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function run(
    work: (signal: AbortSignal) => Promise<unknown>,
    done: string,
    again: () => void,
  ) {
    const current = new AbortController();
    controller.current = current;
    try {
      await work(current.signal);
      await reloadSession();
      setState({ kind: 'idle' });
      showToast(done);
    } catch (error) {
      if (current.signal.aborted) {
        // The server may have received all of it already, so the session is reloaded anyway.
        void reloadSession({ isAsked: false });
        return setState({ kind: 'idle' });
      }
      const outcome = outcomeOf(error);
      const message = outcome.kind === 'unreachable' ? brokenOffMessage : outcome.message;
      setState({ kind: 'failed', message, again });
      const modal = modalOf(outcome);
      if (modal) void showMessage(modal);
    }
  }

  function send(picture: File) {
    const body = new FormData();
    body.append('image', picture, picture.name);
    const transport = progressTransport((share) => setState({ kind: 'sending', share }));
    setState({ kind: 'sending', share: 0 });
    void run(
      (signal) => api(path, { body, signal, transport }),
      `${label}を変更しました。`,
      () => send(picture),
    );
  }

  function remove() {
    setState({ kind: 'removing' });
    void run((signal) => api(path, { method: 'DELETE', signal }), `${label}を消しました。`, remove);
  }

  function cancel() {
    controller.current?.abort();
    showToast('送信を取りやめました。');
  }

  return { state, send, remove, cancel };
}
