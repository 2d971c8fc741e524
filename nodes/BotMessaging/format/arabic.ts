/** Arabic and Persian keyboards type different characters for these letters, which look alike. */
export const oneKeyboard = (text: string) => text.replace(/[يى]/g, 'ی').replace(/ك/g, 'ک');
