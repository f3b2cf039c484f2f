import { Notice } from '#kit/ui/notice.tsx';

/** Why a whole form could not be sent; place it right above the buttons. */
export function SubmitError({ message }: { message: string | undefined }) {
  return message ? <Notice kind="error" title={message} /> : null;
}
