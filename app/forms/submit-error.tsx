import { Notice } from '#app/ui/notice.tsx';

/** Why a form could not be sent as a whole; put it right above the buttons. */
export function SubmitError({ message }: { message: string | undefined }) {
  return message ? <Notice kind="error" title={message} /> : null;
}
