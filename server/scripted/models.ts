import { profileOf } from '../../shared/messages/profiles.ts';
import { fault, faultResponse } from './fault.ts';

/** `GET /v1/models`, newest first. */
export function modelList(query: URLSearchParams, requestId: string): Response {
  void query;
  return Response.json({ data: [profileOf('')] }, { headers: { 'request-id': requestId } });
}

export function modelInfo(id: string, requestId: string): Response {
  return faultResponse(fault(404, `model: ${id}`), requestId);
}
