import { useRouteLoaderData } from 'react-router';
import { WebsiteButton } from '#organisations/associates/website-button.tsx';
import { useRoom } from './use-room.ts';

/** Material for the organisation's own website: button, flyer and QR code. */
export default function RoomWebsite() {
  const { id, name } = useRoom().associate;
  const site = useRouteLoaderData<{ publicUrl: string }>('root');
  return <WebsiteButton associateId={id} name={name} publicUrl={site?.publicUrl ?? ''} />;
}
