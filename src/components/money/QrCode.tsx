import { encode } from 'uqr';

interface Props {
  value: string;
  label: string;
}

/** Dark on light in every theme, with the margin that scanners need: 4 modules (ISO/IEC 18004). */
export function QrCode({ value, label }: Props) {
  const { size, data } = encode(value, { ecc: 'M', border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 rounded-card border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  );
}
