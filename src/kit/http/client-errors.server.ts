import type { Socket } from 'node:net';
import { serviceUnavailableMessage } from './error-table.server.ts';
import { protectiveHeaders } from './security-headers.server.ts';

const bodies: Record<string, { status: string; type: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    type: 'ValidationError',
    message: 'URLが長すぎます。検索の言葉を短くしてお試しください。',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    type: 'ValidationError',
    message: '通信に時間がかかりすぎました。もう一度お試しください。',
  },
  ERR_SERVER_STOPS: {
    status: '503 Service Unavailable\r\nretry-after: 5',
    type: 'ServiceUnavailable',
    message: serviceUnavailableMessage,
  },
};
const badRequest = {
  status: '400 Bad Request',
  type: 'ValidationError',
  message: '送られた内容を読み取れませんでした。もう一度お試しください。',
};

/**
 * After a response sent before the whole request arrived, the rest is read and discarded for this long: closing at once
 * would reset the connection, and a browser would show that instead.
 */
export const lingerMs = 3_000;
const answered = new WeakSet<Socket>();

export type AnswerClientError = (
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
) => void;

/** Start of a browser's request for a page with an overlong URL. */
const longPageAddress = /^GET \/(?!api\/)\S{8000}/;

/** A static page, since nothing can be rendered for a request that was never parsed. */
const pageSaying = (message: string) =>
  '<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><title>ページを開けませんでした｜たすき</title>' +
  '</head><body style="max-width:36rem;margin:4rem auto;padding:0 1.5rem;font-family:sans-serif;line-height:1.7;' +
  'color:#3d2e2a;background:#fff9f1"><h1 style="font-size:1.5rem">ページを開けませんでした</h1>' +
  `<p>${message}</p><p><a href="/search">団体を探す</a>　<a href="/">トップページへ</a></p></body></html>`;

/**
 * Adds the error body and headers where Node refuses a request before routing; a page request with an overlong URL gets
 * a page.
 */
export function clientErrors(publicUrl: string): AnswerClientError {
  const headers = { ...protectiveHeaders(publicUrl), 'cache-control': 'no-store' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error, socket) => {
    // Each further chunk of an oversized request raises the error again.
    if (answered.has(socket)) return;
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    setTimeout(() => socket.destroy(), lingerMs).unref();
    const { status, type, message } = bodies[error.code ?? ''] ?? badRequest;
    const isPage =
      Buffer.isBuffer(error.rawPacket) &&
      longPageAddress.test(error.rawPacket.toString('latin1', 0, 10_000));
    const body = isPage ? pageSaying(message) : JSON.stringify({ type, message });
    const mediaType = isPage ? 'text/html' : 'application/json';
    socket.end(
      `HTTP/1.1 ${status}\r\n${lines.join('')}content-type: ${mediaType}; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  };
}
