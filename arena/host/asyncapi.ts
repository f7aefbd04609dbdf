export const asyncapi = (version: string): object => ({ asyncapi: '3.0.0', info: { title: 'Parley', version } })
