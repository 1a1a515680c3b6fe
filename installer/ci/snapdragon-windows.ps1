<#
Builds the runtime for Windows ARM64 with ggml's Hexagon and OpenCL modules, and
signs the catalogue that admits the DSP's half of the former.

UNPROVEN: it was written from the toolchains' documentation and has not run.

    snapdragon-windows.ps1 -Build build\wos -Source C:\src\llama.cpp -Certificate C:\certs\htp.pfx

Native ARM64 Windows 11 with Visual Studio's ARM64 libraries, the Windows SDK and
driver kit, LLVM, CMake, Ninja, Git and Python. Environment:
    HEXAGON_SDK_ROOT    Hexagon SDK Community Edition 6.6 or newer
    HEXAGON_TOOLS_ROOT  its tools\HEXAGON_Tools\<version>
    OPENCL_SDK_ROOT     Adreno OpenCL SDK 2.3 or newer
    WINDOWS_SDK_BIN     ...\Windows Kits\10\bin\<version>, with inf2cat and signtool
#>
param(
    [Parameter(Mandatory)] [string] $Build,
    [Parameter(Mandatory)] [string] $Source,
    [Parameter(Mandatory)] [string] $Certificate,
    [string] $Prefix = (Join-Path $Build "install")
)
Set-StrictMode -Version Latest
$ErrorActionPreference = "Stop"

function Invoke-Checked([string] $Program, [string[]] $Arguments) {
    & $Program @Arguments
    if ($LASTEXITCODE -ne 0) { throw "$Program failed with code $LASTEXITCODE" }
}

foreach ($name in "HEXAGON_SDK_ROOT", "HEXAGON_TOOLS_ROOT", "OPENCL_SDK_ROOT", "WINDOWS_SDK_BIN") {
    $folder = [Environment]::GetEnvironmentVariable($name)
    if (-not $folder -or -not (Test-Path $folder)) { throw "$name does not name a folder" }
}
$root = Resolve-Path (Join-Path $PSScriptRoot "..\..")
$Source = Resolve-Path $Source

# What the plugin needs of llama.cpp beyond upstream; harmless to run twice.
foreach ($patch in Get-ChildItem (Join-Path $root "plugins\llama_cpp\patches\*.patch")) {
    git -C $Source apply --reverse --check $patch.FullName 2>$null
    if ($LASTEXITCODE -ne 0) { Invoke-Checked git @("-C", $Source, "apply", $patch.FullName) }
}

# llama.cpp's build makes and signs libggml-htp.cat when it finds a certificate here.
$env:HEXAGON_HTP_CERT = Resolve-Path $Certificate
Invoke-Checked cmake @(
    "-S", "$root\native", "-B", $Build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
    "-DCMAKE_TOOLCHAIN_FILE=$Source\cmake\arm64-windows-llvm.cmake",
    "-DCMAKE_PREFIX_PATH=$env:OPENCL_SDK_ROOT",
    "-DGENIEX_LLAMA_CPP_DIR=$Source", "-DGENIEX_HEXAGON=ON", "-DGENIEX_OPENCL=ON",
    "-DHEXAGON_SDK_ROOT=$env:HEXAGON_SDK_ROOT", "-DHEXAGON_TOOLS_ROOT=$env:HEXAGON_TOOLS_ROOT",
    "-DPREBUILT_LIB_DIR=windows_aarch64")
Invoke-Checked cmake @("--build", $Build)
Invoke-Checked cmake @("--install", $Build, "--prefix", $Prefix, "--component", "runtime")

$plugin = Join-Path $Prefix "geniex_desktop\_native\llama_cpp"
foreach ($file in "ggml-hexagon.dll", "ggml-opencl.dll", "libggml-htp-v73.so", "libggml-htp-v81.so", "libggml-htp.cat") {
    if (-not (Test-Path (Join-Path $plugin $file))) { throw "$file is missing in $plugin" }
}
Invoke-Checked signtool @("verify", "/v", "/pa", (Join-Path $plugin "libggml-htp.cat"))
