import { useRef, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { outcomeOf } from '#kit/forms/submission.ts';

type Sent = { imageId: string; image: string };

/**
 * The preview link of an unpublished picture of `place` ("associates/ao", "campaigns"); '' while loading, and without
 * a picture.
 */
export function usePictureLink(place: string, imageId: string): string {
  const path = `/api/upload/image/${place}/${imageId}`;
  const { value } = useQuery<{ image: string }>(imageId === '' ? undefined : path);
  return imageId === '' ? '' : (value?.image ?? '');
}

/** Uploads a picture of `place`; `onSent` receives its id, for a draft to refer to. */
export function usePictureSending(place: string, kind: string, onSent: (imageId: string) => void) {
  const [state, setState] = useState<{ isBusy: boolean; message?: string }>({ isBusy: false });
  const latest = useRef(0);
  async function send(picture: File) {
    latest.current += 1;
    const thisUpload = latest.current;
    setState({ isBusy: true });
    const body = new FormData();
    body.append('image', picture, picture.name);
    try {
      const path = `/api/upload/image/${place}?kind=${kind}`;
      const { imageId } = await api<Sent>(path, { body });
      if (thisUpload === latest.current) onSent(imageId);
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, message: outcomeOf(error).message });
    }
  }
  return { ...state, send };
}
