import type { Socket } from 'node:net';

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
};
const badRequest = {
  status: '400 Bad Request',
  type: 'ValidationError',
  message: '送られた内容を読み取れませんでした。もう一度お試しください。',
};

/** Answers what Node refuses before a route is known, with the same error body (decision 12). */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, type, message } = bodies[error.code ?? ''] ?? badRequest;
  const body = JSON.stringify({ type, message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\n` +
      `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}
