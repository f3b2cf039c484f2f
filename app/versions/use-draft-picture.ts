import { useRef, useState } from 'react';
import { outcomeOf } from '#app/forms/submission.ts';
import { api } from '#app/session/api.ts';
import { useQuery } from '#app/session/use-query.ts';

type Sent = { imageId: string; image: string };

/**
 * The link by which a picture of `place` ("associates/ao", "campaigns") is seen before it is published; '' while it is
 * asked for, and for none.
 */
export function usePictureLink(place: string, imageId: string): string {
  const path = `/api/upload/image/${place}/${imageId}`;
  const { value } = useQuery<{ image: string }>(imageId === '' ? undefined : path);
  return imageId === '' ? '' : (value?.image ?? '');
}

/** Sends a picture of `place`; `onSent` has its id, which a draft may then name. */
export function usePictureSending(place: string, kind: string, onSent: (imageId: string) => void) {
  const [state, setState] = useState<{ isBusy: boolean; message?: string }>({ isBusy: false });
  const latest = useRef(0);
  async function send(picture: File) {
    latest.current += 1;
    const turn = latest.current;
    setState({ isBusy: true });
    const body = new FormData();
    body.append('image', picture, picture.name);
    try {
      const path = `/api/upload/image/${place}?kind=${kind}`;
      const { imageId } = await api<Sent>(path, { body });
      if (turn === latest.current) onSent(imageId);
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, message: outcomeOf(error).message });
    }
  }
  return { ...state, send };
}
